/** Comments of the Go sources as doc comments: the part that a reader of a tooltip needs, within a size. */

/** A description ends at the sentence that goes beyond this many characters. The full texts would double the package. */
const enough = 120;
const width = 110;

/** Sentences that say the same in hundreds of places, or lead nowhere from TypeScript. */
const noise = [
  /\s*(?:For )?More info(?:rmation)?(?: on [^.:]*)?:?\s*<?https?:\/\/(?:git\.k8s\.io|github\.com|kubernetes\.io|k8s\.io)\S*/gi,
  /\s*(?:See|Ref):? https?:\/\/(?:git\.k8s\.io|github\.com)\S*/gi,
  /^Standard (?:object|list)(?:'s)? metadata\.?;?/gi,
  /^metadata is the standard (?:object|list) metadata\.?/gi,
];

/** The paragraphs of a Go comment: joined lines, without what is meant for the authors of Kubernetes. */
function paragraphsOf(text) {
  const [shown] = text.split(/^---/m);
  return shown
    .split(/\n\s*\n/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .filter((line) => !/^\s*(?:TODO|FIXME|NOTE TO)\b/.test(line))
        .map((line) => line.trim())
        .join(' '),
    )
    .map((paragraph) => noise.reduce((left, pattern) => left.replaceAll(pattern, ''), paragraph).trim())
    .filter((paragraph) => paragraph !== '');
}

const deprecation = /^(?:\w+ is )?deprecated(?: in [^:.]*)?[:,.]?\s+/i;

/** @returns { text, deprecated }: what it is, and why not to use it */
function readComment(comment) {
  const found = { text: '', deprecated: undefined };
  for (const paragraph of paragraphsOf(comment)) {
    const at = paragraph.search(/\b(?:Deprecated|DEPRECATED)\b[:.]? /);
    const isWhole = deprecation.test(paragraph);
    const start = isWhole ? 0 : /Deprecated:|DEPRECATED[:.]/.test(paragraph) ? at : -1;
    if (start >= 0 && found.deprecated === undefined) {
      found.deprecated = firstSentences(paragraph.slice(start).replace(/^deprecated[:.]\s*/i, ''), enough);
      if (start > 0 && found.text === '') found.text = paragraph.slice(0, start).trim();
    } else if (found.text === '') found.text = paragraph;
    else if (found.text.length < enough) found.text += ` ${paragraph}`;
  }
  found.text = firstSentences(found.text, enough);
  return found;
}

/** As many whole sentences as bring the text to a length, at least one. */
function firstSentences(text, length) {
  let end = 0;
  for (const match of text.matchAll(/[.!?](?:["')`]*)(?=\s+[A-Z"'`(]|\s*$)/g)) {
    if (/(?:\be\.g|\bi\.e|\betc|\bvs)\.$/.test(text.slice(0, match.index + 1))) continue;
    const next = match.index + match[0].length;
    if (end > 0 && next > length) break;
    end = next;
    if (end >= length) break;
  }
  return end === 0 ? text : text.slice(0, end);
}

function escaped(text) {
  return text.replaceAll('*/', '*\\/').replaceAll(/(^|\s)@(?=[a-z])/g, '$1\\@');
}

function wrapped(text, indent) {
  const lines = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && indent.length + 3 + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/**
 * @param options { comment, notes, defaultValue, deprecated }: a Go comment, sentences to add to it, and tags
 * @returns the doc comment with its line end, or '' when there is nothing to say
 */
export function docComment({ comment = '', notes = [], defaultValue, deprecated }, indent = '') {
  const read = readComment(comment);
  const lines = [];
  const text = [read.text, ...notes].filter((part) => part !== '').join(' ');
  if (text !== '') lines.push(...wrapped(escaped(text), indent));
  if (defaultValue !== undefined) lines.push(`@default ${defaultValue}`);
  const why = deprecated ?? read.deprecated;
  if (why !== undefined) lines.push(...wrapped(`@deprecated ${escaped(why)}`.trim(), indent));
  if (lines.length === 0) return '';
  if (lines.length === 1 && indent.length + lines[0].length + 7 <= width)
    return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
