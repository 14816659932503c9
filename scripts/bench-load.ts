// Reads lines `{ url, cookie, requests, lanes, etag? }` and answers each with `{ seconds, failed, unchanged }` once that
// many were answered.

type Round = { url: string; cookie: string; requests: number; lanes: number; etag?: string }

/** Makes the requests of one round on so many connections at once; with an `etag` they ask whether it still holds. */
export async function run({
  url,
  cookie,
  requests,
  lanes,
  etag,
}: Round): Promise<{ seconds: number; failed: number; unchanged: number }> {
  const started = performance.now()
  let left = requests
  let failed = 0
  let unchanged = 0
  let known = etag
  const lane = async () => {
    while (left-- > 0) {
      const condition = known === undefined ? {} : { 'if-none-match': known }
      const response = await fetch(url, { headers: { cookie, ...condition } })
      await response.arrayBuffer()
      if (response.status === 304) unchanged += 1
      else if (response.status !== 200) failed += 1
      // As a browser that polls: the newest answer is the one it has.
      if (known !== undefined) known = response.headers.get('etag') ?? known
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { seconds: (performance.now() - started) / 1000, failed, unchanged }
}

for await (const line of console) if (line) console.log(JSON.stringify(await run(JSON.parse(line) as Round)))
