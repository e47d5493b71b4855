// A shop's daily report over its orders. One helper that looks harmless takes most of the time: see ../README.md.
import { makeCustomers, makeOrders } from './data.ts';
import { formatReport } from './report.ts';

const customers = makeCustomers(300);
const orders = makeOrders(70_000, customers);
console.log(formatReport(customers, orders));
