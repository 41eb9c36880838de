export const about = {
  help: {
    title: 'Help',
    sections: [
      [
        'Finding a bus',
        'Type where you leave from and where you go, in English or Nepali letters, and choose the day. You can look as far as the seats without an account.',
      ],
      [
        'Seats and paying',
        'The seats you choose are kept for you for a few minutes; the page counts them down. The whole price is shown before you pay, and nothing is added afterwards.',
      ],
      [
        'If a payment goes wrong',
        'Has money left your account, but there is no ticket? Do not pay again. We ask the payment service ourselves, and either confirm your booking or send the money back. The page of your booking says which.',
      ],
      [
        'Your ticket',
        'It is under “Bookings”, and opens without a network once you have seen it. Without an account, find it by booking code and phone number.',
      ],
      [
        'Changing and cancelling',
        'Open the booking. You see what a change or cancelling costs, and how much comes back, before you decide.',
      ],
      [
        'A lost SIM or phone',
        'Sign in with your e-mail address and password, and choose a new number in your profile. Your mobile company can also give you your old number back. If you have neither number, address nor password any more, only an administrator can help you: contact us, and have a booking code at hand.',
      ],
      [
        'On the day',
        'Be at the boarding point before the time on your ticket, and show the code. The phone number of the bus company is on the ticket.',
      ],
    ],
    findBooking: 'Find my booking',
    askUs: 'Not answered? Contact us.',
  },
  contact: {
    title: 'Contact',
    reach: 'You reach us here:',
    code: 'Have your booking code at hand: it is on the ticket, in the mail and in the text message.',
    none: 'For questions about a journey, call the bus company. Its phone number is on your ticket and on the page of your booking.',
    company: 'Late bus, lost luggage, boarding point? The bus company knows first. Its phone number is on your ticket.',
  },
  terms: {
    title: 'Terms',
    sections: [
      [
        'Who carries you',
        'The company named on the ticket runs the bus and carries you. We sell its seats, take the payment and pass it on.',
      ],
      ['The price', 'The price you see before you pay is the price of the seats. There is no fee on top.'],
      [
        'Cancelling',
        'What cancelling costs depends on how long before departure you cancel. The steps are shown before you pay, and hold for that booking.',
      ],
      ['If the company cancels', 'When a company cancels a trip, you get back the whole price, without a fee.'],
      [
        'Refunds',
        'Refunds go back the way you paid, or to the account that you name. The page of the booking shows each step.',
      ],
      [
        'Your data',
        'The company gets the names, ages and phone number of a booking to carry you. We sell them to nobody. You can see and change yours under “Profile”.',
      ],
    ],
  },
  companies: {
    title: 'For companies',
    lead: 'Sell your seats online and at your counters from one seat map, so that no seat is ever sold twice.',
    points: [
      'Buses, seat maps, timetables and fares in one portal',
      'A counter for your staff, with shifts and cash counted',
      'Boarding by phone, also without a network',
      'Statements that explain every rupee',
    ],
    register: 'Register your company',
    signIn: 'Sign in to the portal',
  },
};
