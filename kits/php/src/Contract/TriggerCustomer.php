<?php

// Made from the contract of the control API by `npm run docs`.

declare(strict_types=1);

namespace Maildouble\Contract;

/** The customer. A known one is named by its `id` or `email_address`, and other members change it; another one is made, and needs an address */
final readonly class TriggerCustomer implements \JsonSerializable
{
    /**
     * @param string|null $id The id of the customer; default: that of the customer with the address, or `c` and the next number
     * @param string|null $emailAddress The address of the customer
     * @param string|null $smsPhoneNumber a phone number in E.164 format, such as +14045550102
     * @param bool|null $optInStatus Whether the customer agreed to marketing
     * @param string|null $company The company of the customer
     * @param string|null $firstName The first name of the customer
     * @param string|null $lastName The last name of the customer
     * @param CustomerAddressInput|null $address The address of a customer, each member optional
     */
    public function __construct(
        public ?string $id = null,
        public ?string $emailAddress = null,
        public ?string $smsPhoneNumber = null,
        public ?bool $optInStatus = null,
        public ?string $company = null,
        public ?string $firstName = null,
        public ?string $lastName = null,
        public ?CustomerAddressInput $address = null,
    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
            id: $data['id'] ?? null,
            emailAddress: $data['email_address'] ?? null,
            smsPhoneNumber: $data['sms_phone_number'] ?? null,
            optInStatus: $data['opt_in_status'] ?? null,
            company: $data['company'] ?? null,
            firstName: $data['first_name'] ?? null,
            lastName: $data['last_name'] ?? null,
            address: isset($data['address']) ? CustomerAddressInput::fromArray($data['address']) : null,
        );
    }

    public function jsonSerialize(): object
    {
        return (object) array_filter([
            'id' => $this->id,
            'email_address' => $this->emailAddress,
            'sms_phone_number' => $this->smsPhoneNumber,
            'opt_in_status' => $this->optInStatus,
            'company' => $this->company,
            'first_name' => $this->firstName,
            'last_name' => $this->lastName,
            'address' => $this->address,
        ], static fn (mixed $value): bool => $value !== null);
    }
}
