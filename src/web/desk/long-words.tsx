import { Fragment } from 'react'

const tooLong = /\S{29}/
const pieces = /\S{1,4}|\s+/gu

/** Lets words of more than 28 characters break after every fourth, so that no name widens a table and usual words stay whole. */
export function LongWords({ text }: { text: string }) {
  if (!tooLong.test(text)) return text
  return [...text.matchAll(pieces)].map(({ 0: piece, index }) => (
    <Fragment key={index}>
      {piece}
      <wbr />
    </Fragment>
  ))
}
