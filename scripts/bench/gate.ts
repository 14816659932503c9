import { findWorse, measureFigures, readLast, writeLast } from './support/gate.ts'

// `bun run bench gate [accept]`: calls, polls and bytes of pages beside the figures of the last landing.

const figures = await measureFigures()
for (const [name, ratio] of Object.entries(figures.ratios))
  console.log(`${name.padEnd(30)}${ratio.toFixed(2)} of bare`)
for (const [name, bytes] of Object.entries(figures.bytes)) console.log(`${name.padEnd(30)}${bytes} bytes`)
if (Bun.argv[2] === 'accept') await writeLast(figures)
else {
  const worse = findWorse(figures, await readLast())
  for (const line of worse) console.log(`WORSE ${line}`)
  if (worse.length > 0) process.exitCode = 1
}
