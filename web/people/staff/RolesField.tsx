import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { type RoleWords, wordsOfRole } from '../../../contract/people/role-names.ts'
import { holderOf, roles, roleTitles } from '../../../contract/permissions.ts'
import { actWords, rolesQuery } from '../roles/public.ts'
import classes from './RolesField.module.css'
import { levelOf, roleAreas } from './role-areas.ts'

/** The roles that somebody may choose from, and a table of what each of Lantern's own may do. */
export function RolesField(props: Omit<ComponentProps<typeof Checkbox.Group>, 'children'>) {
  const { data: own = [] } = useQuery(rolesQuery)
  const known: RoleWords[] = [
    ...roles.map((name) => wordsOfRole(name, own)),
    ...own.map((role) => ({ ...role, description: role.description ?? actWords(role.permissions) })),
  ]
  // A role that was ticked and has been retired since, so that it can be cleared.
  const retired = (props.value ?? [])
    .map(String)
    .filter((chosen) => !known.some(({ name }) => name === chosen))
    .map((name) => wordsOfRole(name, own))
  return (
    <div>
      <Checkbox.Group {...props}>
        <div className={classes.roles}>
          {[...known, ...retired].map(({ name, title, description }) => (
            <Checkbox key={name} value={name} label={title} description={description} />
          ))}
        </div>
      </Checkbox.Group>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by the keyboard on a narrow phone */}
      <div className={classes.frame} role="group" aria-label="What each role can do" tabIndex={0}>
        <table className={classes.table} aria-label="What each role can do">
          <thead>
            <tr>
              <th scope="col">Area</th>
              {roles.map((role) => (
                <th key={role} scope="col">
                  {roleTitles[role].title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {roleAreas.map((one) => (
              <tr key={one.area}>
                <th scope="row">{one.area}</th>
                {roles.map((role) => (
                  <td key={role}>
                    {levelOf(holderOf(role), one) ?? <span className={classes.none}>None</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
