const OF_QUEUE =
  /^(JS)?RunMicrotasks|^Promise\w+Job$|^Async\w+(Resolve|Reject)Closure$|^Promise(All|Any)\w+Closure$|^(Array|Async)\w+On(Fulfilled|Rejected)$|^CallAsyncModule|^Promise(Then|Catch|Thrower|ValueThunk)Finally$|^AsyncIteratorValueUnwrap$|^AsyncFromSyncIteratorCloseSync/;
const OF_PROMISES = /Promise|^Async|Microtask|^ResumeGenerator/;
const RESUMING = /^Async(Function|Generator)Await(Resolve|Reject)Closure$/;

/**
 * What V8's microtask queue has to do with a builtin, by V8's name for it (V8 11 to 14, src/builtins). `queue`: nothing but the
 * queue calls it, though code that replaces `then` may call some itself; `shared`: it works on promises, for functions or for
 * the queue.
 */
export type PromiseWork = 'queue' | 'shared' | undefined;

export const promiseWorkOf = (builtin: string): PromiseWork =>
  OF_QUEUE.test(builtin) ? 'queue' : OF_PROMISES.test(builtin) ? 'shared' : undefined;

/**
 * Whether a builtin of the queue itself called another one. One that resumes a function called only what resumes it: the
 * rest is called by the function, whose frame V8 may have lost.
 */
export const isCalledByQueue = (caller: string, builtin: string): boolean =>
  !RESUMING.test(caller) || builtin.startsWith('ResumeGenerator');
