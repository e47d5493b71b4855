const OF_QUEUE =
  /^(JS)?RunMicrotasks|^Promise\w+Job$|^Async\w+(Resolve|Reject)Closure$|^Promise(All|Any)\w+Closure$|^(Array|Async)\w+On(Fulfilled|Rejected)$|^CallAsyncModule|^Promise(Then|Catch|Thrower|ValueThunk)Finally$|^AsyncIteratorValueUnwrap$|^AsyncFromSyncIteratorCloseSync/;
const OF_PROMISES = /Promise|^Async|Microtask|^ResumeGenerator/;
const RESUMING = /^Async(Function|Generator)Await(Resolve|Reject)Closure$/;

/**
 * How does a builtin belong to V8's microtask queue? By V8's name for it (V8 11 to 14, src/builtins). `queue`: only the queue
 * calls it, though code that replaces `then` may call some itself. `shared`: it works on promises, for functions or for the
 * queue.
 */
export type PromiseWork = 'queue' | 'shared' | undefined;

export const promiseWorkOf = (builtin: string): PromiseWork =>
  OF_QUEUE.test(builtin) ? 'queue' : OF_PROMISES.test(builtin) ? 'shared' : undefined;

/**
 * Did a builtin of the queue itself call another one? One that resumes a function calls only what resumes it. Anything else is
 * called by that function, whose frame V8 may have lost.
 */
export const isCalledByQueue = (caller: string, builtin: string): boolean =>
  !RESUMING.test(caller) || builtin.startsWith('ResumeGenerator');
