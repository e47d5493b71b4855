/** Where the causes of what a recording shows are kept: beside it. */
export const causesFileOf = (recording: string): string => `${recording}.why.json`;
