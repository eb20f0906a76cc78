-- The appointments and the admissions of one doctor, in the order of the lists: by time and id, either way round.
create index appointment_of_doctor on appointment (doctor_id, date, time, id);
create index admission_of_doctor on admission (doctor_id, admitted_at, id);
