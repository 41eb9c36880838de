import type { Language } from '../../core/kernel/text.ts';

const en = {
  summary: (from: string, to: string) => `Bus ${from} to ${to}`,
  booking: 'Booking',
  company: 'Operator',
  bus: 'Bus',
  seats: 'Seats',
  showTicket: 'Show your ticket when you board, on your phone or printed.',
};

type Words = typeof en;

const ne: Words = {
  summary: (from, to) => `बस: ${from} – ${to}`,
  booking: 'बुकिङ',
  company: 'बस कम्पनी',
  bus: 'बस',
  seats: 'सिट',
  showTicket: 'बस चढ्दा टिकट मोबाइलमा वा छापेर देखाउनुहोस्।',
};

export const WORDS: Readonly<Record<Language, Words>> = { en, ne };
