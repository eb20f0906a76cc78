/** Departments, for the forms and lists of clinics and wards. */
export { DepartmentField } from './DepartmentField.tsx'
export { DepartmentsButton } from './DepartmentsButton.tsx'
