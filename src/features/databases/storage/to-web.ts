/** The same bytes as a stream that reads on demand only; `ended` is called once, however it ends. */
export function toWeb(
  source: AsyncIterable<Uint8Array>,
  ended: () => void = () => {},
): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await chunks.next()
          if (!done) return controller.enqueue(value)
          ended()
          controller.close()
        } catch (error) {
          ended()
          controller.error(error)
        }
      },
      async cancel() {
        ended()
        await chunks.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
