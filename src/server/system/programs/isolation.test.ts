import { expect, test } from 'bun:test'
import { findIsolation } from './isolation.ts'

const isolation = await findIsolation()
const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups']
const mayBind = ['--inh-caps=-all,+net_bind_service', '--ambient-caps=+net_bind_service']
const canTry = isolation !== null && process.getuid?.() === 0 && Bun.which('setpriv') !== null

test.if(canTry)('isolates for a portal that may bind to low ports by a capability', async () => {
  const command = isolation?.wrap(['/usr/bin/env'], { readable: [], writable: [] }) ?? []
  const child = Bun.spawn(['setpriv', ...nobody, ...mayBind, ...command], { env: {}, stderr: 'pipe' })
  expect(await new Response(child.stderr).text()).toBe('')
  expect(await child.exited).toBe(0)
})
