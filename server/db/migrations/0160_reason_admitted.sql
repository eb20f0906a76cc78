-- Why a visit ended for a patient who was waiting when they were admitted. A value can be used once its transaction has ended.
alter type cancel_reason add value 'ADMITTED';
