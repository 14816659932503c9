import { Fragment } from 'react'

const tooLong = /\S{29}/
const pieces = /\S{1,4}|\s+/gu

/** A text whose words of more than 28 characters may break anywhere about every fourth: no name widens a table, no usual one is cut. */
export function LongWords({ text }: { text: string }) {
  if (!tooLong.test(text)) return text
  return [...text.matchAll(pieces)].map(({ 0: piece, index }) => (
    <Fragment key={index}>
      {piece}
      <wbr />
    </Fragment>
  ))
}
