// Reads lines `{ url, cookie, requests, lanes }` and answers each with `{ seconds, failed }` once that many were answered.

type Round = { url: string; cookie: string; requests: number; lanes: number }

/** Makes the requests of one round on so many connections at once. */
export async function run({
  url,
  cookie,
  requests,
  lanes,
}: Round): Promise<{ seconds: number; failed: number }> {
  const started = performance.now()
  let left = requests
  let failed = 0
  const lane = async () => {
    while (left-- > 0) {
      const response = await fetch(url, { headers: { cookie } })
      await response.arrayBuffer()
      if (response.status !== 200) failed += 1
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { seconds: (performance.now() - started) / 1000, failed }
}

for await (const line of console) if (line) console.log(JSON.stringify(await run(JSON.parse(line) as Round)))
