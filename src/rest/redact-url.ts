/** A URL, or what was meant to be one, without the user and password in it: for messages. */
export function redactUrl(url: string): string {
  // Up to the last @: a password that is not escaped may hold a slash, and the text is then not a URL at all.
  const at = url.lastIndexOf('@');
  if (at === -1) return url;
  const scheme = /^\w+:(?=\/\/)/.exec(url)?.[0] ?? '';
  return `${scheme}//…@${url.slice(at + 1)}`;
}
