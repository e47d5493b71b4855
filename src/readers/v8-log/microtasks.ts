const OF_QUEUE =
  /^(JS)?RunMicrotasks|^Promise\w+Job$|^Async\w+(Resolve|Reject)Closure$|^Promise(All|Any)\w+Closure$|^(Array|Async)\w+On(Fulfilled|Rejected)$|^CallAsyncModule|^Promise(Then|Catch|Thrower|ValueThunk)Finally$|^AsyncIteratorValueUnwrap$/;
const OF_PROMISES = /Promise|^Async|Microtask|^ResumeGenerator/;

/** Whether nothing but V8's queue of microtasks calls a builtin, by V8's name for it (V8 11 to 14, src/builtins). */
export const isOfQueue = (builtin: string): boolean => OF_QUEUE.test(builtin);

/** Whether a builtin works on promises: for a function, or for the queue where no function is on the stack. */
export const isOfPromises = (builtin: string): boolean => OF_PROMISES.test(builtin);
