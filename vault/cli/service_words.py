"""What the command line says about the service and OpenClaw, in Chinese and in English."""

from __future__ import annotations

SERVICE_TEXTS: dict[str, tuple[str, str]] = {
    "openclaw-backup": ("备份 OpenClaw 的配置 …", "copying OpenClaw's configuration …"),
    "openclaw-link": ("连接插件 …", "linking the plugin …"),
    "openclaw-unlink": ("断开插件 …", "unlinking the plugin …"),
    "openclaw-configure": ("写入槽位和权限 …", "writing slot and permissions …"),
    "openclaw-restore": ("还原配置 …", "putting the configuration back …"),
    "openclaw-verify": ("通过 OpenClaw 查一次 …", "asking something through OpenClaw …"),
    "openclaw-installed": (
        "已装进 {version}，插件在 {plugin}",
        "installed in {version}; the plugin is in {plugin}",
    ),
    "openclaw-backup-at": ("原来的配置在 {path}", "the configuration from before is in {path}"),
    "openclaw-uninstalled": (
        "已从 OpenClaw 中移除，配置已还原；记忆库没有动",
        "taken out of OpenClaw, its configuration is back; the vault was left alone",
    ),
    "openclaw-was-not": ("OpenClaw 里没有 memvault", "memvault was not in OpenClaw"),
    "openclaw-version": ("{version}", "{version}"),
    "openclaw-vault": ("记忆库 {vault}", "vault {vault}"),
    "openclaw-gateway": ("网关正在运行，并已加载插件", "the gateway is running, with the plugin"),
    "openclaw-no-gateway": (
        "没有正在运行的网关，或它还没有加载插件：`openclaw gateway restart`",
        "no gateway is running, or it has not loaded the plugin yet: `openclaw gateway restart`",
    ),
    "openclaw-import": (
        "读到 {read} 行：记下 {kept}，合并 {merged}，跳过 {skipped}",
        "{read} lines read: {kept} kept, {merged} merged, {skipped} skipped",
    ),
    "openclaw-import-trial": (
        "读到 {read} 行，会记下 {kept}，合并 {merged}，跳过 {skipped}；什么都没有写",
        "{read} lines read: {kept} would be kept, {merged} merged, {skipped} skipped; nothing was written",
    ),
    "openclaw-import-more": ("另有 {count} 行，见 --json", "{count} more lines: see --json"),
    "openclaw-import-turns": (
        "旧对话：读到 {read} 条，写入 {kept}，早已有 {known}，跳过 {skipped}；提取出 {memories} 条记忆",
        "old sessions: {read} messages: {kept} kept, {known} known, {skipped} skipped; {memories} memories",
    ),
    "openclaw-import-senders": (
        "有别人说的话，没有导入。要导入某人的：--user 用户 --sender 编号；这里有：{senders}",
        "others than the owner wrote and are left out; for one of them: --user NAME --sender ID: {senders}",
    ),
    "service-none": ("服务：没有运行", "service: none runs"),
    "service-runs": (
        "服务：进程 {pid} 在 {url} 运行，开始于 {since}（{version}），模型{model}",
        "service: process {pid} at {url} since {since} ({version}), model {model}",
    ),
    "service-silent": (
        "服务：进程 {pid} 在 {url} 没有应答（开始于 {since}）；可以结束它，再运行 `memvault serve`",
        "service: process {pid} at {url} does not answer (since {since}); stop it, then run `memvault serve`",
    ),
    "service-model-ready": ("已就绪", "ready"),
    "service-model-loading": ("正在加载", "loading"),
    "service-model-missing": ("未安装", "missing"),
    "service-model-off": ("未启用", "off"),
    "service-building": (
        "服务正在第一次建立索引（文件：{files}）",
        "the service is building the first index (files: {files})",
    ),
    "service-settings": (
        "服务仍在用原来的设置：{why}",
        "the service goes on with its old settings: {why}",
    ),
    "service-restart": (
        "这些设置要重新启动服务才生效：{names}",
        "these settings count once the service is started again: {names}",
    ),
    "serving": (
        "正在服务 {root}：{url}，按 Ctrl-C 停止",
        "serving {root} at {url}, Ctrl-C stops",
    ),
    "unit-written": ("已写入 {path}", "wrote {path}"),
    "unit-enable": ("启动并随登录启动：{command}", "start it, now and at each login: {command}"),
    "unit-removed": ("已删除 {path}", "removed {path}"),
    "unit-not-there": ("没有 {path}，什么都没有改动", "there is no {path}; nothing was changed"),
    "unit-disable": ("若它还在运行：{command}", "if it still runs: {command}"),
    "serve-stopped": ("服务已停止", "the service has stopped"),
}
