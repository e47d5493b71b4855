import { setImmediate as letOthersRun } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import {
  buildPanelModel,
  type HostMessage,
  modelMessages,
  type PanelChanges,
  type PanelMessage,
} from '../../panel/index.ts';
import type { AnalysisLoader } from '../analysis/analysis-loader.ts';
import type { AnalysisView } from '../analysis/analysis-store.ts';
import { labelOfSource } from '../analysis/source-uris.ts';
import type { Revealer } from '../commands/reveal.ts';
import { commands } from '../contributed-names.ts';
import { describeError } from '../report-error.ts';
import { panelHtml } from './panel-html.ts';

/** What a panel needs of the rest of the extension, to do what its page asks for. */
export interface PanelNeeds {
  readonly log: vscode.LogOutputChannel;
  readonly revealer: Pick<Revealer, 'function' | 'line'>;
  readonly loader: Pick<AnalysisLoader, 'showPart'>;
}

/** Messages that VS Code may hold undelivered: enough that host and panel work at the same time. */
const mostInFlight = 12;

/** What a panel shows. */
export type PanelContent =
  | { readonly kind: 'view'; readonly view: AnalysisView }
  | { readonly kind: 'loading' | 'empty' | 'failed'; readonly message: string };

/** The extension's side of one flame graph webview: its page, its messages, what it shows. */
export class PanelHost implements vscode.Disposable {
  readonly #listening: vscode.Disposable;
  #content: PanelContent = { kind: 'loading', message: '' };
  #ready = false;
  #sending = Promise.resolve();
  #pendingSelection: number | undefined;
  #models = 0;
  /** What the page may still show, by the model's number. */
  readonly #views = new Map<number, AnalysisView>();
  #modelsSent = 0;
  #changes: PanelChanges | undefined;
  #opensChanges = false;

  constructor(
    private readonly webview: vscode.Webview,
    extensionUri: vscode.Uri,
    private readonly needs: PanelNeeds,
  ) {
    const dist = vscode.Uri.joinPath(extensionUri, 'dist');
    webview.options = { enableScripts: true, localResourceRoots: [dist] };
    this.#listening = webview.onDidReceiveMessage((message: PanelMessage) => this.#receive(message));
    webview.html = panelHtml({
      script: webview.asWebviewUri(vscode.Uri.joinPath(dist, 'webview.js')).toString(),
      style: webview.asWebviewUri(vscode.Uri.joinPath(dist, 'webview.css')).toString(),
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString('base64'),
    });
  }

  get view(): AnalysisView | undefined {
    return this.#content.kind === 'view' ? this.#content.view : undefined;
  }

  /** How many models were sent to the end. */
  get modelsSent(): number {
    return this.#modelsSent;
  }

  /** Shows this as soon as the page is ready, and again whenever it starts anew (a hidden panel loses its page). */
  show(content: PanelContent): void {
    if (content.kind === 'view' && content.view === this.view) return;
    this.#content = content;
    if (this.#ready) this.#sendContent();
  }

  /** Shows what changed since another recording, beside what is shown; `open`: it is coloured by that. Undefined: nothing did. */
  showChanges(changes: PanelChanges | undefined, open = false): void {
    this.#changes = changes;
    this.#opensChanges = open && !this.#ready;
    if (this.#ready) this.#send({ type: 'changes', changes, open });
  }

  select(row: number): void {
    if (this.#ready && this.view) this.#send({ type: 'select', function: row });
    else this.#pendingSelection = row;
  }

  dispose(): void {
    this.#ready = false;
    this.#listening.dispose();
  }

  #receive(message: PanelMessage): void {
    switch (message.type) {
      case 'ready':
        this.#ready = true;
        this.#sendContent();
        if (this.#changes) this.#send({ type: 'changes', changes: this.#changes, open: this.#opensChanges });
        this.#opensChanges = false;
        return;
      case 'reveal':
        return this.#reportFailure(this.#reveal(message));
      case 'showPart':
        return this.#reportFailure(this.#showPart(message));
      case 'copy':
        return this.#reportFailure(vscode.env.clipboard.writeText(message.text));
      case 'profileAgain':
      case 'showLog':
        return void vscode.commands.executeCommand(commands[message.type]);
    }
  }

  async #showPart({ model, part }: PanelMessage & { type: 'showPart' }): Promise<void> {
    const isShown = await this.needs.loader.showPart(this.#viewOf(model), part);
    if (!isShown) throw new Error('Reading was cancelled.');
  }

  #viewOf(model: number): AnalysisView {
    const view = this.#views.get(model);
    if (!view) throw new Error('That recording is no longer shown.');
    return view;
  }

  async #reveal({ model, function: row, line, column, keepLayout }: PanelMessage & { type: 'reveal' }): Promise<void> {
    const view = this.#viewOf(model);
    const { revealer } = this.needs;
    await (line === undefined ? revealer.function(view, row, keepLayout) : revealer.line(view, line, column));
  }

  #reportFailure(work: Thenable<void>): void {
    const report = (error: unknown): void =>
      this.#send({ type: 'requestFailed', message: describeError(this.needs.log, error) });
    work.then(undefined, report);
  }

  #sendContent(): void {
    const content = this.#content;
    if (content.kind !== 'view') return this.#send({ type: content.kind, message: content.message });
    const { view } = content;
    const number = ++this.#models;
    const analysis = { ...view.analysis, title: view.title };
    const model = buildPanelModel(analysis, number, labelOfSource);
    this.#views.set(number, view);
    this.#enqueue(async () => {
      await this.#postAll(modelMessages(model), () => this.#content === content);
      if (this.#content !== content) return;
      this.#modelsSent++;
      for (const older of this.#views.keys()) if (older < number) this.#views.delete(older);
    });
    if (this.#pendingSelection !== undefined) this.#send({ type: 'select', function: this.#pendingSelection });
    this.#pendingSelection = undefined;
  }

  /** Posts a few at a time, so that no more than those are copied out of the analysis. */
  async #postAll(messages: Iterable<HostMessage>, isWanted: () => boolean): Promise<void> {
    const inFlight: Promise<void>[] = [];
    try {
      for (const message of messages) {
        if (!isWanted()) return;
        inFlight.push(this.#post(message));
        await letOthersRun(); // packing and copying a piece takes some milliseconds
        if (inFlight.length >= mostInFlight) await inFlight.shift();
      }
    } finally {
      await Promise.allSettled(inFlight);
    }
  }

  #send(message: HostMessage): void {
    this.#enqueue(() => this.#post(message));
  }

  async #post(message: HostMessage): Promise<void> {
    if (this.#ready) await this.webview.postMessage(message);
  }

  /** Runs work in turn. A panel that closes meanwhile refuses the message, which is not a failure. */
  #enqueue(work: () => Promise<void>): void {
    this.#sending = this.#sending.then(work).catch((error: unknown) => {
      if (this.#ready) describeError(this.needs.log, error);
    });
  }
}
