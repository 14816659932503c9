import { findWorse, measureFigures, readLast, writeLast } from './support/gate.ts'

// `bun run bench gate [accept]`: calls, polls, the gateway and page bytes compared with the last merge.

const last = Bun.argv[2] === 'accept' ? null : await readLast()
const figures = await measureFigures(last)
for (const [name, ratio] of Object.entries(figures.ratios))
  console.log(`${name.padEnd(30)}${ratio.toFixed(2)} of bare`)
for (const [name, bytes] of Object.entries(figures.bytes)) console.log(`${name.padEnd(30)}${bytes} bytes`)
if (last === null) await writeLast(figures)
else {
  const worse = findWorse(figures, last)
  for (const line of worse) console.log(`WORSE ${line}`)
  if (worse.length > 0) process.exitCode = 1
}
