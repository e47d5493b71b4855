// Draws the Mandelbrot set with characters. All of its time belongs to one small loop: see README.md.

interface View {
  readonly width: number;
  readonly height: number;
  readonly iterations: number;
}

function escapeTime(x0: number, y0: number, limit: number): number {
  let x = 0;
  let y = 0;
  let count = 0;
  while (x * x + y * y <= 4 && count < limit) {
    const next = x * x - y * y + x0;
    y = 2 * x * y + y0;
    x = next;
    count++;
  }
  return count;
}

function shade(count: number, limit: number): string {
  const shades = ' .:-=+*#%@';
  return shades[Math.min(shades.length - 1, Math.floor((count / limit) * shades.length * 8))];
}

function draw({ width, height, iterations }: View): string[] {
  const rows: string[] = [];
  for (let row = 0; row < height; row++) {
    let text = '';
    for (let column = 0; column < width; column++) {
      const count = escapeTime((column / width) * 3 - 2.2, (row / height) * 2.4 - 1.2, iterations);
      text += shade(count, iterations);
    }
    rows.push(text);
  }
  return rows;
}

console.log(draw({ width: 78, height: 30, iterations: 1_000_000 } satisfies View).join('\n'));
