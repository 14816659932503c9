export type TraceOptions = {
  /** Ends the process (SIGKILL) as it enters its n-th fsync; each thread counts its own. */
  killAt?: number
  /** Further injection rules, such as `pwrite64:error=ENOSPC`. */
  inject?: string[]
  /** Output file for the calls; nowhere by default. */
  output?: string
}

const syncs = 'fsync,fdatasync'

/** Watches every thread of a process from now on; resolves when all are watched. Ends with the process, or through `kill`. */
export async function attachStrace(pid: number, options: TraceOptions): Promise<Bun.Subprocess> {
  const { killAt, inject = [], output = '/dev/null' } = options
  const rules = [...inject, ...(killAt === undefined ? [] : [`${syncs}:signal=KILL:when=${killAt}`])]
  const calls = new Set([
    ...syncs.split(','),
    ...inject.flatMap((rule) => rule.split(':')[0]?.split(',') ?? []),
  ])
  const command = ['strace', '-f', '-e', `trace=${[...calls].join(',')}`]
  const tracer = Bun.spawn(
    [...command, ...rules.flatMap((rule) => ['-e', `inject=${rule}`]), '-o', output, '-p', String(pid)],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' },
  )
  const reader = tracer.stderr.getReader()
  const decoder = new TextDecoder()
  let said = ''
  while (!said.includes('attached')) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`strace did not attach: ${said}`)
    said += decoder.decode(value)
  }
  void drain(reader)
  return tracer
}

async function drain(reader: { read(): Promise<{ done: boolean }> }): Promise<void> {
  while (!(await reader.read()).done);
}
