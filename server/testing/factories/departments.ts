import { type Department, listDepartments } from '../../../contract/people/departments.ts'
import type { Client } from '../client.ts'
import { givenClinic } from './clinics.ts'

let made = 0

/** A department with a clinic, because one without any is in no list. */
export async function givenDepartment(admin: Client, name = `Department ${++made}`): Promise<Department> {
  await givenClinic(admin, { department: name })
  const department = (await admin.call(listDepartments)).body.find((one) => one.name === name)
  if (!department) throw new Error(`The department ${name} is not listed`)
  return department
}
