"""The user's pets: kind, name, age."""

from __future__ import annotations

from vault.lifecycle.extract.pattern import MEASURE, NUMBER
from vault.lifecycle.extract.rule import ANYTHING, ME, PETS, SOMEBODY, Rule, maker
from vault.lifecycle.extract.words.pets import PET_EN, PET_ZH

_KEPT = r"(?:养|领养|收养|买|捡|接|带|抱)(?:了|过|的|着|回|来)*"
_COUNT = rf"(?:{NUMBER}|几)?(?:{MEASURE}|群|院子|院)?"


_pet = maker(Rule("pet", "fact", ANYTHING, about=PETS, importance=0.6))


ZH = (
    _pet(
        rf"(?:家里?)?(?:还|也)?{_KEPT}{_COUNT}[^,。]{{0,10}}?(?P<value>{PET_ZH})(?:[^,。吗]{{0,16}})$",
        about=SOMEBODY,
        introduces="pet",
        where="core",
        accept=lambda hit: (
            not hit.match[0].startswith(("买", "带", "接", "抱")) or hit.match[0][1] in "了回来"
        ),
    ),
    _pet(
        rf"(?:家里?)?(?:还|也)?有{_COUNT}[^,。]{{0,6}}?(?P<value>{PET_ZH})(?:[^,。]{{0,12}})$",
        about=ME,
        introduces="pet",
        where="rest",
    ),
    _pet(rf"(?:{NUMBER}{MEASURE})(?:[^,。]{{0,4}})(?P<value>{PET_ZH})$", about=ME, introduces="pet"),
    _pet(
        r"(?:的)?(?:名字|小名)?(?:叫做?|名叫|取名叫?|起名叫?|名字是)(?P<value>[^,。吗什么]{1,8})$",
        where="core",
    ),
    _pet(rf"(?:已经|都|快|才|刚)*(?:有|满)?{NUMBER}(?:岁|个月|个多月|月大)[^,。]{{0,6}}$"),
    _pet(r"是(?:一?[只条匹])?(?P<value>[^,。]{2,12})$", where="rest"),
    _pet(r"(?:做过?|打过?|已经)?(?:绝育|疫苗|驱虫)(?:了|过)*$"),
)

_A = r"(?:an?|one|two|three|four|five|\d+|some)"
EN = (
    _pet(
        rf"(?:have|has|got|adopted|own|owns|keep|bought|rescued)(?: got)? {_A} (?:[a-z-]+ ){{0,3}}?"
        rf"(?P<value>{PET_EN})\b(?P<more>[^,]*)$",
        about=SOMEBODY,
        introduces="pet",
    ),
    _pet(r"(?:is )?(?:called|named) (?P<value>[a-z][a-z '-]{0,30})$"),
    _pet(r"(?:'s )?names? (?:is|are) (?P<value>[a-z][a-z ,'-]{0,30})$", where="core"),
    _pet(
        r"(?:is )?(?P<value>an? [a-z -]{3,30}|\d{1,2}|[a-z]+)(?: (?:years?|months?)(?: old)?)?$",
        where="rest",
        accept=lambda hit: hit.match[0].startswith("is "),
    ),
    _pet(r"(?:is )?allergic to [^,]+$", where="rest"),
)
