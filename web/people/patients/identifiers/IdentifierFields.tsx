import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { exampleOf, identifierProblem } from '../../../../contract/people/identifier-rules.ts'
import type { IdentifierSystem } from '../../../../contract/people/identifier-systems.ts'
import { longestIdentifier } from '../../../../contract/people/patients.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { FieldGrid, Section } from '../../../ground/ui/page/Section.tsx'
import { identifierSystemsQuery } from '../../identifier-systems/public.ts'
import { FieldsPlace } from './FieldsPlace.tsx'

/** An input's properties in a form. */
interface InputProps {
  onBlur?: () => void
}

interface Props {
  /** By the id of the system. */
  typed: Readonly<Record<string, string>>
  inputProps: (path: string) => InputProps
  onProblem: (path: string, problem: string) => void
}

/** Asks for nothing in a hospital that has no systems in use. */
export function IdentifierFields(props: Props) {
  return useSite().identifierFields ? <Fields {...props} /> : null
}

/** A field for each system in use, checked when the user leaves it. */
function Fields({ typed, inputProps, onProblem }: Props) {
  const systems = useQuery(identifierSystemsQuery)
  if (systems.isPending) return <FieldsPlace />
  const inUse = systems.data?.filter(({ isRetired }) => !isRetired) ?? []
  if (systems.isError) {
    return (
      <Section title="Identifiers">
        <p role="alert">
          The identifiers could not be loaded. They can be added on the record once the patient is saved.
        </p>
      </Section>
    )
  }
  if (inUse.length === 0) return null

  function field(system: IdentifierSystem) {
    const path = `identifiers.${system.id}`
    const value = typed[system.id] ?? ''
    const { onBlur, ...props } = inputProps(path)
    return (
      <TextInput
        key={system.id}
        label={system.name}
        description={system.pattern ? `e.g. ${exampleOf(system.pattern)}` : 'As on the document'}
        autoComplete="off"
        spellCheck={false}
        maxLength={longestIdentifier}
        {...props}
        value={value}
        onBlur={() => {
          onBlur?.()
          const problem = value.trim() ? identifierProblem(system, value) : null
          if (problem) onProblem(path, problem)
        }}
      />
    )
  }
  return (
    <Section title="Identifiers">
      <FieldGrid>{inUse.map(field)}</FieldGrid>
    </Section>
  )
}
