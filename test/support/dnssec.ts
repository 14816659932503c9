import { join } from 'node:path'
import { makeZoneKeys, type ZoneKeys } from '#features/dns/drivers/dnssec/keys.ts'
import { delv as delvTool, ldns } from '../../scripts/testing/tools.ts'
import { makeTestFolder } from './folders.ts'
import { required } from './required.ts'

/** Whether tests that need `delv`, or `drill` and `ldns-verify-zone`, can run; they must where REQUIRE_DRIVERS names them. */
export const hasDelv = delvTool.find() !== null || required.includes('delv')
export const hasLdns = ldns.find() !== null || required.includes('ldns')
if (!hasDelv) console.log('tests with delv are skipped: apt-get install bind9-dnsutils')
if (!hasLdns) console.log('tests with ldns are skipped: apt-get install ldnsutils')

/** Keys for every test, generated once. */
export const testKeys: ZoneKeys = makeZoneKeys()

async function run(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' })
  const texts = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  await child.exited
  return texts.join('')
}

/** A validator that trusts only the DS record of a zone. */
export async function createValidator(zone: string, ds: string) {
  const folder = makeTestFolder()
  const anchors = join(folder, 'anchors')
  const [, tag, algorithm, type, digest] = /DS (\d+) (\d+) (\d+) (\w+)$/.exec(ds) ?? []
  await Bun.write(
    anchors,
    `trust-anchors { "${zone}." static-ds ${tag} ${algorithm} ${type} "${digest}"; };\n`,
  )
  return {
    /** The verdict of `delv`: how far it trusts the answer, and its records. */
    async validate(port: number, ...question: string[]) {
      const args = ['-p', String(port), '-a', anchors, `+root=${zone}`, '+noclass', '+nomultiline']
      const text = await run(['delv', '@127.0.0.1', ...args, ...question])
      const lines = text.split('\n').filter(Boolean)
      return {
        verdicts: lines.filter((line) => /^; .*(validated|unsigned)/.test(line)).map((line) => line.slice(2)),
        failure: /resolution failed: (.*)/.exec(text)?.[1] ?? null,
        records: lines.filter((line) => !line.startsWith(';')).map((line) => line.replaceAll(/[\t ]+/g, ' ')),
        text,
      }
    },
    /** The output of `drill` for chasing an answer's signatures to the DS record. */
    async chase(port: number, ...question: string[]) {
      const key = join(folder, 'key')
      await Bun.write(key, `${ds}\n`)
      return run(['drill', '-S', '-k', key, '-p', String(port), '@127.0.0.1', ...question])
    },
  }
}

/** The verdict of `ldns-verify-zone` on the records of a whole zone. */
export async function verifyZone(records: readonly string[], ksk: string): Promise<string> {
  const folder = makeTestFolder()
  const [file, key] = [join(folder, 'zone'), join(folder, 'key')]
  await Bun.write(file, `${records.join('\n')}\n`)
  await Bun.write(key, `${ksk}\n`)
  return run([ldns.find() ?? 'ldns-verify-zone', '-k', key, file])
}
