/** The samples of one thread, with the facts about them, in a file of their own. */
export interface Section {
  readonly format: 'cpuprofile' | 'v8log' | 'calls';
  readonly file: string;
  /** `.cpuprofile` only: how many bytes of the file stand before `,"$heatline":`. */
  readonly profileEnd: number;
}
