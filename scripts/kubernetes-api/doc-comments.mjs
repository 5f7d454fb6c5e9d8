/**
 * Comments of the Go sources as doc comments: the first sentence of each, unless it repeats names. The full ones would be half of the
 * package.
 */

const width = 128;

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

const deprecation = /^(?:\w+ is )?deprecated(?! indicates)(?: in [^:.]*)?[:,.]?\s+/i;

/** @returns { text, deprecated }: what it is, and why not to use it */
function readComment(comment) {
  const found = { text: '', deprecated: undefined };
  for (const paragraph of paragraphsOf(comment)) {
    const at = paragraph.search(/\b(?:Deprecated|DEPRECATED)\b[:.]? /);
    const isWhole = deprecation.test(paragraph);
    const start = isWhole ? 0 : /Deprecated:|DEPRECATED[:.]/.test(paragraph) ? at : -1;
    if (start >= 0 && found.deprecated === undefined) {
      found.deprecated = firstSentence(paragraph.slice(start).replace(/^deprecated[:.]\s*/i, ''));
      if (start > 0 && found.text === '') found.text = paragraph.slice(0, start).trim();
    } else if (found.text === '') found.text = paragraph;
  }
  found.text = firstSentence(found.text);
  return found;
}

/** Whether a comment advises against what it describes. */
export function isDeprecated(comment = '') {
  return readComment(comment).deprecated !== undefined;
}

/** The text up to the end of its first sentence. */
function firstSentence(text) {
  for (const match of text.matchAll(/[.!?](?:["')`]*)(?=\s+[A-Z"'`(]|\s*$)/g)) {
    const sentence = text.slice(0, match.index + match[0].length);
    if (!/\b(?:e\.g|i\.e|etc|vs)\.$/.test(sentence)) return sentence;
  }
  return text;
}

/** Words that add nothing to the names of a type and its field, in the forms that `wordsOf` gives them. */
const fillers = new Set(
  wordsOf(
    `a an and any are as at be by each from for has have if in is it its may must not of on or should that the these this to used
    which will with whether current currently desired detailed details configuration collection data describes defines
    contains behavior details given holds identifies identification indicates information list metadata most name object
    observed provides recently representation represents resource set specification specifies spec standard state status
    type kind value field`,
  ),
);

/** The words of a sentence or name, without their endings. */
function wordsOf(text) {
  const apart = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2');
  return (apart.toLowerCase().match(/[a-z0-9]+/g) ?? []).map((word) =>
    word.replace(/(?:ies|es|s|ing|ed|y|e)$/, ''),
  );
}

/** Whether a sentence only repeats the names of what it is about. */
function repeatsNames(sentence, names) {
  const known = new Set(names.flatMap(wordsOf));
  return wordsOf(sentence).every((word) => known.has(word) || fillers.has(word));
}

/** Leaves out the name that Go's comments begin with: `uid is the …` becomes `The …`, `key specifies …` `Specifies …`. */
function withoutName(sentence, names) {
  const [, name, rest] =
    /^(\w+) (?:is (?=(?:an?|the)\s)|(?!(?:is|was|has|does|as|this|its|address|items|objects)\s)(?=[a-z]+s\s))(.*)$/s.exec(
      sentence,
    ) ?? [];
  if (name === undefined || name.toLowerCase() !== names.at(-1)?.toLowerCase()) return sentence;
  return rest[0].toUpperCase() + rest.slice(1);
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

/** A line for what has no comment of its own: `volumeID` is `Volume ID.` */
function sentenceOf(name) {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/\b[A-Z][a-z]/g, (start) => start.toLowerCase())
    .replaceAll(/\b(?:[Uu]rl|[Uu]id|[Ii]d|[Ii]p)\b/g, (word) => word.toUpperCase());
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}

/** Longest comment of what needs only a line. */
const longestShort = 80;

/** A comment that repeats the name says at least as much as the name does, if it is short. */
function repeatedText(text, names) {
  return text === '' || text.length > longestShort ? sentenceOf(names.at(-1)) : withoutName(text, names);
}

/**
 * @param options { lead, comment, names, notes, defaultValue, deprecated, otherwise, isShort }: a sentence to begin with, a Go
 * comment, the names that it stands at, sentences to add to it, tags, what to say without any of these, and whether to leave out a
 * comment longer than a line
 * @returns the doc comment with its line end; never empty, since an editor shows it beside the name
 */
export function docComment(
  { lead = '', comment = '', names = [], notes = [], defaultValue, deprecated, otherwise, isShort = false },
  indent = '',
) {
  const read = readComment(comment);
  const lines = [];
  if (isShort && (otherwise !== undefined || read.text.length > longestShort)) read.text = '';
  const said = repeatsNames(read.text, names) ? '' : withoutName(read.text, names);
  const text = [lead, said, ...notes].filter((part) => part !== '').join(' ');
  lines.push(...wrapped(escaped(text === '' ? (otherwise ?? repeatedText(read.text, names)) : text), indent));
  if (defaultValue !== undefined) lines.push(`@default ${defaultValue}`);
  const why = deprecated ?? read.deprecated;
  if (why !== undefined) lines.push(...wrapped(`@deprecated ${escaped(why)}`.trim(), indent));
  if (lines.length === 1 && indent.length + lines[0].length + 7 <= width)
    return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
