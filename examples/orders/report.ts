import type { Customer, Order } from './data.ts';
import { formatMoney } from './money.ts';

/** The best customers, and the day of each one's last order. */
export function formatReport(customers: readonly Customer[], orders: readonly Order[]): string {
  const rows = customers.map((customer) => {
    const own = orders.filter((order) => order.customer === customer.id);
    const total = own.reduce((sum, order) => sum + order.cents, 0);
    const last =
      own
        .map((order) => order.day)
        .sort()
        .at(-1) ?? 'never';
    return { customer, total, last, receipts: own.map(formatReceipt) };
  });
  rows.sort((a, b) => b.total - a.total);
  return rows
    .slice(0, 5)
    .map(
      ({ customer, total, last, receipts }) =>
        `${customer.name.padEnd(14)} ${formatMoney(total).padStart(12)}  last ${last}  ${receipts.length} orders`,
    )
    .join('\n');
}

function formatReceipt({ day, cents }: Order): string {
  return `${day}: ${formatMoney(cents)}`;
}
