/**
 * Whether every line and column of what ran is that of a file: what ran is the file's text, or that with types blanked out, as
 * Node's stripper does, which also names the file at the end. A byte order mark may be left out.
 */
export function hasSamePlaces(ran: string, file: string): boolean {
  const text = file.startsWith('\uFEFF') && !ran.startsWith('\uFEFF') ? file.slice(1) : file;
  if (ran === text) return true;
  const body = ran.length > text.length ? ran.slice(0, text.length) : ran;
  if (body.length !== text.length || !/^(\s*\/\/# sourceURL=.*)?\s*$/.test(ran.slice(text.length))) return false;
  for (let i = 0; i < text.length; i++) {
    const [was, is] = [text.charCodeAt(i), body.charCodeAt(i)];
    if (was !== is && (was === NEWLINE || is === NEWLINE || !/[\s;]/.test(body[i]))) return false;
  }
  return true;
}

const NEWLINE = 0x0a;
