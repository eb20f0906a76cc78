import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { type RoleWords, wordsOfRole } from '../../../contract/people/role-names.ts'
import { type Holder, permissionsOf, roles } from '../../../contract/permissions.ts'
import { rolesQuery } from '../roles/public.ts'
import classes from './RolesField.module.css'
import { levelOf, roleAreas } from './role-areas.ts'

/** The roles that somebody may choose from, and a table of what each may do. */
export function RolesField(props: Omit<ComponentProps<typeof Checkbox.Group>, 'children'>) {
  const { data: own = [] } = useQuery(rolesQuery)
  const all: (RoleWords & Holder)[] = [
    ...roles.map((name) => ({ ...wordsOfRole(name, own), permissions: permissionsOf(name) })),
    ...own,
  ]
  // A role that was ticked and has been retired since, so that it can be cleared.
  const retired = (props.value ?? []).map(String).filter((chosen) => !all.some(({ name }) => name === chosen))
  return (
    <div>
      <Checkbox.Group {...props}>
        <div className={classes.roles}>
          {[...all, ...retired.map((name) => wordsOfRole(name, own))].map(({ name, title, description }) => (
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
              {all.map(({ name, title }) => (
                <th key={name} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {roleAreas.map((one) => (
              <tr key={one.area}>
                <th scope="row">{one.area}</th>
                {all.map((role) => (
                  <td key={role.name}>{levelOf(role, one) ?? <span className={classes.none}>None</span>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
