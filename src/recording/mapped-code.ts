/**
 * How a recorded thread tells where the code of its Node's binary stands in memory. The bootloader's bundle has this too: nothing
 * large may be imported here.
 */

/** Begin of the file name of the script that tells it; places follow, as `start-end@offset in the file`, in hexadecimal. */
export const MAPPED_CODE = 'heatline:mapped ';

/**
 * A function of what loads Node's modules. V8 11 (Node 20) runs builtins from a mapping of their own, and its log has only the
 * addresses of the binary's. So here the name of a script tells the log both. It is text since workers get it through the inspector.
 */
export const NOTE_MAPPED_CODE = `(function (load) {
  if (process.platform !== 'linux' || Number.parseInt(process.versions.v8) > 11) return;
  try {
    const lines = load('node:fs').readFileSync('/proc/self/maps', 'utf8').split('\\n');
    const places = lines
      .filter((line) => line.includes(' r-xp ') && line.endsWith(' ' + process.execPath))
      .map((line) => line.split(' '))
      .map(([range, , offset]) => range + '@' + offset);
    const { Script } = load('node:vm');
    new Script('0', { filename: '${MAPPED_CODE}' + places.join(' ') }).runInThisContext();
  } catch {}
})`;

/** A binary has a few; text in a log may be anybody's. */
const MOST_PLACES = 64;

/**
 * The copies of which the name of such a script tells: mappings of a part of the file that another one has, too. The `size` bytes at
 * `from` stand at `to` as well.
 */
export function parseCopies(name: string) {
  const places = [...name.matchAll(/\b([0-9a-f]{1,12})-([0-9a-f]{1,12})@([0-9a-f]{1,12})\b/g)].slice(0, MOST_PLACES);
  const mapped = places.map(([, ...numbers]) => {
    const [start, end, offset] = numbers.map((digits) => Number.parseInt(digits, 16));
    return { start, size: end - start, offset };
  });
  return mapped.flatMap(({ start, size, offset }) => {
    const whole = mapped.find(
      (one) => one.size > size && one.offset <= offset && offset + size <= one.offset + one.size,
    );
    return whole === undefined || !(size > 0) ? [] : [{ from: whole.start + offset - whole.offset, to: start, size }];
  });
}
