const { asKit, liteKit } = require('#db/kit.ts')
const { makeSchema } = require('#db/schema/schema.ts')

// A module of this kind can export whatever tables there are: an export by name would have to list them again.
module.exports = makeSchema(asKit(liteKit))
