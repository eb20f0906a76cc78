import type * as demoRequests from '../../../../contract/hospital/demo-requests.ts'
import { type DemoRequest, listDemoRequests } from '../../../../contract/hospital/demo-requests.ts'
import { type Examples, example, idIn, one, type People } from '../../example.ts'
import { demoForm, givenDemoRequest } from '../../factories/visitors/demo-requests.ts'

export function examples({ admin, roleless }: People): Examples<typeof demoRequests> {
  /** An existing request, because only a few can be sent in an hour. */
  async function some(): Promise<DemoRequest> {
    const read = async () => (await admin.call(listDemoRequests, { query: { limit: 1 } })).body.items[0]
    const request = (await read()) ?? (await givenDemoRequest(admin).then(read))
    if (!request) throw new Error('no request came back')
    return request
  }

  return {
    requestDemo: async () => example(roleless, { body: demoForm() }, { subject: idIn }),
    listDemoRequests: async () => example(admin, { query: {} }),
    handleDemoRequest: async () => {
      const request = await some()
      const body = { isHandled: request.handledAt === null }
      return example(admin, { ...one(request), body }, { subject: request.id })
    },
  }
}
