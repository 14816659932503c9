import { openStore } from '#db/store.ts'

/** Copies the first customer's sample until the account's lists hold at least that many resources. */
export async function multiplySample(dataDir: string, wanted: number): Promise<void> {
  const store = await openStore({ dataDir })
  const { cloudInstances, cloudFunctions, cloudContainers, cloudStorage } = store.t
  try {
    const copies = <Row extends { id: string }>(row: Row | undefined) =>
      row === undefined
        ? []
        : Array.from({ length: Math.ceil(wanted / 4) }, () => ({ ...row, id: Bun.randomUUIDv7() }))
    const [instance] = await store.read.select().from(cloudInstances).limit(1)
    const [lambda] = await store.read.select().from(cloudFunctions).limit(1)
    const [container] = await store.read.select().from(cloudContainers).limit(1)
    const [bucket] = await store.read.select().from(cloudStorage).limit(1)
    await store.tx(async (tx) => {
      await tx.insert(cloudInstances).values(copies(instance))
      await tx.insert(cloudFunctions).values(copies(lambda))
      await tx.insert(cloudContainers).values(copies(container))
      await tx.insert(cloudStorage).values(copies(bucket))
    })
  } finally {
    await store.close()
  }
}
