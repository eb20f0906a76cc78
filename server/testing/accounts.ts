import { type NewAccount, newAccount, sendSignUp, type TestApp } from './app.ts'

/** Accounts as an import makes them: nobody ever signed in to one. All have one password, hashed once. */
export async function createStaff(app: TestApp, count: number): Promise<NewAccount[]> {
  const first = newAccount()
  await sendSignUp(app, first)
  const staff = Array.from({ length: count }, () => newAccount())
  await app.asOwner(
    `with made as (
       insert into staff (name, first_name, last_name, email) select email, 'Ada', email, email from unnest($1::text[]) email
       returning id
     )
     insert into account (staff_id, account_id, provider_id, password)
     select made.id, made.id, 'credential', password from made, account
     where account.staff_id = (select id from staff where email = $2)`,
    [staff.map(({ email }) => email), first.email],
  )
  return staff
}
