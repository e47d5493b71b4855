export function hash(text: string): number {
  let sum = 7;
  for (let i = 0; i < text.length; i++) {
    sum = (sum * 31 + text.charCodeAt(i)) % 1_000_003;
  }
  return sum;
}
