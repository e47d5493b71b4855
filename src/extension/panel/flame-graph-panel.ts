import * as vscode from 'vscode';
import { isClear } from '../../compare/index.ts';
import type { PanelChanges } from '../../panel/index.ts';
import { describeRow } from '../../present/changes.ts';
import type { AnalysisStore } from '../analysis/analysis-store.ts';
import type { ChangesStore, Compared } from '../changes/changes-store.ts';
import { flameGraphPanel } from '../contributed-names.ts';
import { describeError } from '../report-error.ts';
import { PanelHost, type PanelNeeds } from './panel-host.ts';

/** The one flame graph panel of the recording that is shown; it comes back after a reload of the window. */
export class FlameGraphPanel implements vscode.WebviewPanelSerializer {
  #open: { readonly panel: vscode.WebviewPanel; readonly host: PanelHost } | undefined;

  /** `restoreLast`: loads the recording that was shown last, if none is. */
  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly store: AnalysisStore,
    private readonly changes: ChangesStore,
    private readonly needs: PanelNeeds,
    private readonly restoreLast: () => Promise<void>,
    subscriptions: vscode.Disposable[],
  ) {
    subscriptions.push(
      store.onDidChange(() => this.#update()),
      changes.onDidChange(({ kind }) => kind === 'comparing' || this.#updateChanges()),
      vscode.window.registerWebviewPanelSerializer(flameGraphPanel, this),
      { dispose: () => void this.#open?.panel.dispose() },
    );
  }

  get host(): PanelHost | undefined {
    return this.#open?.host;
  }

  /** Opens the panel beside the editor, or brings it to the front; `selected`: the function to bring into view. */
  reveal(selected?: number): void {
    if (this.#open) this.#open.panel.reveal(undefined, selected !== undefined);
    else {
      const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: selected !== undefined };
      const title = 'Flame Graph';
      this.#adopt(vscode.window.createWebviewPanel(flameGraphPanel, title, place, { enableFindWidget: false }));
      this.#update();
    }
    if (selected !== undefined) this.#open?.host.select(selected);
  }

  /** Opens the panel with what changed since the recording before. */
  revealChanges(): void {
    this.reveal();
    this.#updateChanges(true);
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    this.#open?.panel.dispose();
    const host = this.#adopt(panel);
    host.show({ kind: 'loading', message: 'Reading the recording…' });
    try {
      await this.restoreLast();
      this.#update();
    } catch (error) {
      host.show({ kind: 'failed', message: describeError(this.needs.log, error) });
    }
  }

  #adopt(panel: vscode.WebviewPanel): PanelHost {
    const host = new PanelHost(panel.webview, this.extensionUri, this.needs);
    const open = { panel, host };
    this.#open = open;
    panel.iconPath = {
      light: vscode.Uri.joinPath(this.extensionUri, 'media', 'flame-light.svg'),
      dark: vscode.Uri.joinPath(this.extensionUri, 'media', 'flame-dark.svg'),
    };
    panel.onDidDispose(() => {
      host.dispose();
      if (this.#open === open) this.#open = undefined;
    });
    return host;
  }

  #update(): void {
    if (!this.#open) return;
    const view = this.store.current;
    this.#open.panel.title = view ? `Flame Graph: ${view.title}${view.isLive ? ' (live)' : ''}` : 'Flame Graph';
    const message = 'Nothing is profiled yet. Run "Heatline: Profile Current File" to begin.';
    this.#open.host.show(view ? { kind: 'view', view } : { kind: 'empty', message });
    this.#updateChanges();
  }

  #updateChanges(open = false): void {
    const compared = this.changes.of(this.store.current);
    this.#open?.host.showChanges(compared && changesOf(compared), open);
  }
}

function changesOf({ index, comparison, before }: Compared): PanelChanges {
  const changed = [...index.ofFunction].filter(([, row]) => isClear(row));
  return {
    since: before.title,
    functions: changed.map(([fn, row]) => ({
      ...{ function: fn, ratio: row.ratio, verdict: row.verdict },
      text: describeRow(row, comparison.runs),
    })),
  };
}
