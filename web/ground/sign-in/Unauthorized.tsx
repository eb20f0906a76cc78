import { wordsOfRole } from '../../../contract/people/role-names.ts'
import { ButtonLink } from '../links/links.tsx'
import { AccessPage } from './AccessPage.tsx'
import { useMe, useSite } from './account.ts'

export function Unauthorized() {
  const { role, ownRoles } = useMe()
  const site = useSite()
  return (
    <AccessPage
      title="Unauthorized Access"
      hospitalName={site.hospitalName}
      intro="You don't have permission to view this page"
      foot={
        <>
          <p>
            {role ? `You are signed in as ${wordsOfRole(role, ownRoles).title}. ` : ''}
            {role !== 'admin' && 'An administrator can offer you another role.'}
          </p>
          <ButtonLink to="/dashboard">Go to the dashboard</ButtonLink>
        </>
      }
    />
  )
}
