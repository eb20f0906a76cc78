export interface Place {
  doctorId: string
  date: string
  time: string
}
