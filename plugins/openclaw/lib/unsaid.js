// What of a block is worth giving in this turn. The host keeps no system text from turn to turn: a memory is given in
// every turn that it bears on, unless the conversation itself says it in the same words, or the session was told it
// and the settings want it told once.

import { textOf } from "./turn.js";

const MEMORY = /^- \[[^\]]*\] (.+)$/;
const SUBJECT = /^(?:用户的?|(?:the )?user(?:'s)? )/i;
const SENTENCE_END = /(?<=[。！？!?；;\n])|(?<=\.)\s/u;
const QUESTION = /[？?]\s*$|吗|还是|是不是|是否/u;
const SHORTEST = 5;
const BY = new Set(["user", "toolResult"]);

/**
 * @param {string} block as the service made it
 * @param {unknown} messages of the session, as the model will have them
 * @param {Set<string>} told lines of memories that are not to be told again
 * @returns {string} the block without memories that stand in the messages or were told; empty when none are left
 */
export function unsaid(block, messages, told = new Set()) {
  if (!block) return "";
  const said = statementsOf(messages);
  const lines = block.split("\n").filter((line) => {
    const memory = folded(MEMORY.exec(line)?.[1].replace(SUBJECT, "") ?? "");
    return !told.has(line) && (memory.length < SHORTEST || !said.some((statement) => statement.includes(memory)));
  });
  const left = lines.join("\n");
  return memoriesOf(left).length ? left : "";
}

/** The lines of a block that are memories; a memory that has changed is another line. */
export function memoriesOf(block) {
  return block.split("\n").filter((line) => MEMORY.test(line));
}

/** What was stated, by the person or by a tool; who asks whether something is so has not been told that it is. */
function statementsOf(messages) {
  const texts = (Array.isArray(messages) ? messages : []).filter((each) => BY.has(each?.role)).map(textOf);
  const sentences = texts.flatMap((text) => text.split(SENTENCE_END));
  return sentences.filter((sentence) => sentence && !QUESTION.test(sentence)).map(folded);
}

function folded(text) {
  return text.toLowerCase().replace(/[\s\p{P}]/gu, "");
}
