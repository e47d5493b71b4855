/** Cents as the shop writes them: `€1,234.50`. */
export function formatMoney(cents: number): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' });
  return format.format(cents / 100);
}
