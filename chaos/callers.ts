// Calls one address from several sides at once, in a process of its own, so that those who measure are not kept waiting.
import { client, forAWhile } from './calls.ts'

const [origin = '', path = '', callers = '10', millis = '4000'] = process.argv.slice(2)
const all = Array.from({ length: Number(callers) }, () => client(origin))
await forAWhile(Number(millis), all.length, async (caller) =>
  all[caller]?.call({ path, headers: { 'accept-encoding': 'br' } }),
)
for (const one of all) one.close()
