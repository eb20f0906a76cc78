import { fold } from '../../../fold.ts'
import { type Role, roles, roleTitles } from '../../../permissions.ts'
import type { RoleWords } from '../../role-names.ts'
import type { KindFields } from './kind.ts'

const roleWords: Record<Role, readonly string[]> = {
  admin: ['administrator', 'it'],
  doctor: ['physician', 'consultant', 'surgeon', 'medical officer', 'dr'],
  nurse: ['registered nurse', 'rn', 'staff nurse', 'midwife'],
  pharmacist: ['pharmacy', 'chemist'],
  receptionist: ['reception', 'front desk', 'clerk'],
  inventory_manager: ['store manager', 'storekeeper', 'stores', 'inventory'],
}

/** Staff, with the hospital's own roles among those that an invitation can offer. */
export function staffWith(own: readonly RoleWords[]): KindFields {
  const choices = [
    ...roles.map((role) => ({ value: role as string, label: roleTitles[role].title })),
    ...own.map(({ name, title }) => ({ value: name, label: title })),
  ]
  const guess = (typed: string) => {
    const words = fold(typed).trim()
    return (
      choices.find(({ value, label }) => value === words || fold(label) === words)?.value ??
      roles.find((role) => roleWords[role].includes(words))
    )
  }
  return {
    fields: {
      email: {
        name: 'E-mail',
        isRequired: true,
        words: ['email', 'e mail', 'email address', 'e mail address', 'mail', 'work email'],
      },
      firstName: {
        name: 'First name',
        words: ['first name', 'given name', 'forename', 'first', 'prenom', 'vorname', 'nombre'],
      },
      lastName: {
        name: 'Last name',
        words: ['last name', 'surname', 'family name', 'last', 'nom', 'nachname', 'apellido'],
      },
      role: {
        name: 'Role',
        isRequired: true,
        canBeConstant: true,
        choices,
        guess,
        words: ['role', 'position', 'job', 'job title', 'title', 'profession', 'function', 'designation'],
      },
    },
  }
}

export const staff = staffWith([])
