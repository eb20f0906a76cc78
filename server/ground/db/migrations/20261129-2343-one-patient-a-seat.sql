-- A doctor sees one patient a seat, and there is one seat where the doctor keeps no hours. It keeps the name of the rule that it
-- replaces, by which the version before tells it.
drop index appointment_one_per_doctor_slot;
alter index appointment_one_per_doctor_seat rename to appointment_one_per_doctor_slot;
