/** A URL, or what was meant to be one, without the user and password in it: for messages. */
export function redactUrl(url: string): string {
  // Greedy, to the last @: a password that is not escaped may hold a slash, and the text is then no URL at all.
  return url.replace(/\/\/.*@|^(?!\w+:\/\/).*@/s, '//…@');
}
