import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { itWhere } from '../../../support/it-where.ts';
import { outerNodeMajors } from '../../../support/nodes.ts';
import { BUSY, describeOnNodes } from '../../../support/recording.ts';
import { canStep, cannotStep } from '../../../frame-repair/stepping.ts';

/**
 * An addon that, once loaded, has the kernel refuse what loading another one takes: mapping a file for execution. V8's own
 * code is no file's. What containers do with seccomp ends likewise: a call that fails.
 */
const FILTER = `
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
void *napi_register_module_v1(void *env, void *exports) {
  (void)env;
  struct sock_filter filter[] = {
    LOAD(nr), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 5),
    LOAD(args[2]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 3),
    LOAD(args[3]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) ? 0 : exports;
}
`;

describeOnNodes('the frame repair where a filter of system calls keeps it from loading', outerNodeMajors, (bench) => {
  for (const sampler of ['inspector', 'v8log'] as const)
    itWhere(canStep, cannotStep)(`is off and says so, and the program is recorded (${sampler})`, async () => {
      const source = await bench.write('filter.c', FILTER);
      const addon = path.join(bench.folder, 'filter.node');
      execFileSync('gcc', ['-shared', '-fPIC', '-o', addon, source]);
      const preload = await bench.write('filter.js', `process.dlopen(module, ${JSON.stringify(addon)});`);
      const text = `${BUSY}busy(100); console.log('done'); process.exitCode = 3;`;
      const env = { ...process.env, NODE_OPTIONS: `--require=${preload}` };
      const { outcome, stdout, stderr, analyze } = await bench.record(text, { sampler, env });
      assert.deepEqual([stdout, stderr], ['done\n', '']);
      assert.deepEqual([outcome.ending, outcome.diagnostics], [{ kind: 'exit', code: 3 }, []]);
      const { frameRepair } = (await analyze()).facts;
      assert.equal(frameRepair?.state === 'off' && frameRepair.reason, 'refused');
    });
});
