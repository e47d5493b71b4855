/** What ends a program that does not listen, short of killing it. */
export const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
