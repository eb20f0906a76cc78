-- patient_newest serves what it did, and each registration would write both.
drop index patient_by_mrn;
