// An HTTP server with a small router, under load from a process of its own.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

const REQUESTS = 3000;
const routes = [];

function route(pattern, handler) {
  routes.push({ expression: new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`), handler });
}

function dispatch(request, response) {
  for (const { expression, handler } of routes) {
    const match = expression.exec(request.url);
    if (match) return handler(match.groups ?? {}, response);
  }
  response.writeHead(404).end();
}

function fibonacci(n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

function renderTable(rows) {
  let html = '<table>';
  for (let i = 0; i < rows; i++) html += `<tr><td>${i}</td><td>${(i * 7919) % 104729}</td></tr>`;
  return html + '</table>';
}

route('/fibonacci/:n', ({ n }, response) => response.end(String(fibonacci(Number(n)))));
route('/table/:rows', ({ rows }, response) => response.end(renderTable(Number(rows))));
route('/json', (_, response) => response.end(JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, name: `n${id}` })))));

const server = createServer(dispatch).listen(0, '127.0.0.1', () => {
  const client = fileURLToPath(new URL('./client.mjs', import.meta.url));
  const args = [client, String(server.address().port), String(REQUESTS)];
  spawn(process.execPath, args, { stdio: 'inherit' }).on('exit', () => {
    server.close();
    server.closeAllConnections();
  });
});
