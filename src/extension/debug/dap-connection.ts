import type { DebugProtocol } from '@vscode/debugprotocol';

/** Messages of one debug adapter: numbers them, answers requests, asks the client and takes its answers. */
export class DapConnection {
  readonly #waiting = new Map<number, { resolve: (body: unknown) => void; reject: (error: Error) => void }>();
  #sequence = 0;

  constructor(private readonly send: (message: DebugProtocol.ProtocolMessage) => void) {}

  event<E extends DebugProtocol.Event>(event: E['event'], body?: E['body']): void {
    this.#post({ type: 'event', event, body } satisfies Omit<DebugProtocol.Event, 'seq'>);
  }

  respond<R extends DebugProtocol.Response>(request: DebugProtocol.Request, body?: R['body']): void {
    this.#post({ type: 'response', request_seq: request.seq, command: request.command, success: true, body });
  }

  /** Answers a request with a sentence that VS Code shows to the user (`showUser`) or only to the console. */
  fail(request: DebugProtocol.Request, message: string, showUser = false): void {
    // The format is not ours to fill in: braces in a message are text.
    const error = { id: 1, format: '{message}', variables: { message }, showUser };
    const body = { error } satisfies DebugProtocol.ErrorResponse['body'];
    this.#post({ type: 'response', request_seq: request.seq, command: request.command, success: false, message, body });
  }

  /** Asks the client to do something (`runInTerminal`) and gives the body of its answer. */
  ask<Body>(command: string, args: unknown): Promise<Body> {
    return new Promise<Body>((resolve, reject) => {
      const sequence = this.#post({ type: 'request', command, arguments: args });
      this.#waiting.set(sequence, { resolve: (body) => resolve(body as Body), reject });
    });
  }

  /** Takes the client's answer to a request of ours. */
  accept(response: DebugProtocol.Response): void {
    const waiting = this.#waiting.get(response.request_seq);
    this.#waiting.delete(response.request_seq);
    if (response.success) waiting?.resolve(response.body);
    else waiting?.reject(new Error(response.message ?? `${response.command} was refused.`));
  }

  /** Ends what still waits for the client. */
  close(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error('The debug session ended.'));
    this.#waiting.clear();
  }

  #post(message: Record<string, unknown> & { type: string }): number {
    const seq = ++this.#sequence;
    this.send({ ...message, seq });
    return seq;
  }
}
